/**
 * The media query of windows that get the phone's layout (product §9): narrow ones, and those of a phone on its side.
 * Stylesheets and index.html write the query as `(--phone)`, which web/customMedia.ts replaces.
 */
export const PHONE_QUERY = '((width < 768px) or ((height < 500px) and (pointer: coarse)))';
