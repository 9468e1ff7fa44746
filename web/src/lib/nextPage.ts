/** Returns the cursor of a list's next page, from the headers of a response. Undefined on the last page. */
export function nextPage(headers: Headers): string | undefined {
  const [, path] = /<([^>]*)>; *rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  return new URLSearchParams(path?.split('?')[1]).get('after') ?? undefined;
}
