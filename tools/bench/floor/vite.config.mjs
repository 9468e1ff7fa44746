// @ts-check
import { fileURLToPath } from 'node:url';

const pages = ['index.html', 'list.html'];

export default {
  build: {
    rolldownOptions: {
      input: pages.map((page) => fileURLToPath(new URL(page, import.meta.url))),
    },
  },
};
