import { paths } from '../../lib/paths';
import { COPYRIGHT_YEAR, PRODUCT, SUPPORT_EMAIL } from '../../lib/product';
import { Mark } from '../../ui/layout/Mark';
import { heroText } from './heroText';
import { PRICING_ID } from './plans';
import css from './PublicFooter.module.css';

interface FooterLink {
  label: string;
  /** A route, an anchor on a page, or a mail address. */
  to: string;
}

const columns = (sectionsPath: string): { title: string; links: FooterLink[] }[] => [
  {
    title: 'Product',
    links: [
      { label: 'Features', to: `${sectionsPath}#features` },
      { label: 'Pricing', to: `${sectionsPath}#${PRICING_ID}` },
      { label: 'Developers', to: paths.developers },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', to: paths.about },
      { label: 'Contact', to: `mailto:${SUPPORT_EMAIL}` },
    ],
  },
  { title: 'Legal', links: [{ label: 'Privacy', to: paths.privacy }] },
];

interface PublicFooterProps {
  /** The path of the page with the linked sections, if it is not the current page. */
  sectionsPath?: string;
}

/** The footer of the public pages: Product, Company and Legal links (product §2). */
export function PublicFooter({ sectionsPath = '' }: PublicFooterProps) {
  return (
    <footer className={css.footer}>
      <div>
        <div>
          <strong>
            <Mark size={20} /> {PRODUCT}
          </strong>
          <p>{heroText.title}</p>
        </div>
        {columns(sectionsPath).map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            {links.map(({ label, to }) => (
              <a key={label} href={to}>
                {label}
              </a>
            ))}
          </nav>
        ))}
      </div>
      <small>
        © {COPYRIGHT_YEAR} {PRODUCT}. All rights reserved.
      </small>
    </footer>
  );
}
