import { PRODUCT, PUBLIC_SITE, SOCIAL_CARD } from '../../lib/product';

interface PageMetaProps {
  title: string;
  description?: string;
  /** The page's own path, for the canonical link and the social card. Left out for an unknown address. */
  path?: string;
}

/**
 * Sets the page's title and description (product §2). If `path` is given, also sets the canonical link and the social
 * card. React puts these elements into the head.
 */
export function PageMeta({ title, description, path }: PageMetaProps) {
  const fullTitle = `${title} · ${PRODUCT}`;
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {path && (
        <>
          <link rel="canonical" href={PUBLIC_SITE + path} />
          <meta property="og:title" content={fullTitle} />
          <meta property="og:description" content={description} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={PRODUCT} />
          <meta property="og:url" content={PUBLIC_SITE + path} />
          <meta property="og:image" content={PUBLIC_SITE + SOCIAL_CARD.path} />
          <meta property="og:image:width" content={String(SOCIAL_CARD.width)} />
          <meta property="og:image:height" content={String(SOCIAL_CARD.height)} />
          <meta property="og:image:alt" content={`${PRODUCT}: the day, clearly marked.`} />
          <meta name="twitter:card" content="summary_large_image" />
          <meta name="twitter:title" content={fullTitle} />
          <meta name="twitter:description" content={description} />
          <meta name="twitter:image" content={PUBLIC_SITE + SOCIAL_CARD.path} />
        </>
      )}
      {/* Hosting serves the app with status 200 at an unknown address. Keep such a page out of search results. */}
      {!path && <meta name="robots" content="noindex" />}
    </>
  );
}
