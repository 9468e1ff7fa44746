/**
 * The media query of windows that get the phone's layout (product §9): narrow ones, and those of a phone on its side.
 * Stylesheets and index.html call it `(--phone)`; web/customMedia.ts puts it there.
 */
export const PHONE_QUERY = '((width < 768px) or ((height < 500px) and (pointer: coarse)))';
