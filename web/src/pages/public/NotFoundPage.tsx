import { paths } from '../../lib/paths';
import { Mark } from '../../ui/layout/Mark';
import { PageMeta } from '../../ui/layout/PageMeta';
import { LinkButton } from '../../ui/controls/LinkButton';
import css from './NotFoundPage.module.css';

export default function NotFoundPage() {
  return (
    <main className={css.page}>
      <PageMeta title="404 Page Not Found" />
      <Mark size={40} />
      <h1>404 Page Not Found</h1>
      <p>Did you forget to add the page to the router?</p>
      <LinkButton href={paths.root} variant="contained">
        Back to your day
      </LinkButton>
    </main>
  );
}
