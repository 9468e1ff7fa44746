/** The product's name, wherever a person reads it. */
export const PRODUCT = 'Daymark';
/** The address of the public site, the base of every canonical link. */
export const PUBLIC_SITE = 'https://daymark.app';
/** The picture that other sites show when a page is shared (lab/pictures/brandImages.mjs makes it). */
export const SOCIAL_CARD = { path: '/card.png', width: 1200, height: 630 } as const;
export const SUPPORT_EMAIL = 'support@daymark.app';
/** The copyright year that is shown (product §2). */
export const COPYRIGHT_YEAR = 2025;
