import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/* What any React page costs before it does anything: the floor that the bench sets Daymark's pages beside. */
createRoot(document.body.appendChild(document.createElement('div'))).render(
  createElement('h1', null, 'Floor'),
);
