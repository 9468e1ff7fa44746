interface Operation {
  security?: readonly Record<string, unknown>[];
}

/** The parts of an OpenAPI document that are used here. */
export interface OpenApi {
  servers?: readonly { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}

/** Returns the document with only the calls that an API token may make, on the server at `origin`. */
export function tokenCalls(document: OpenApi, origin: string): OpenApi {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const kept = Object.entries(operations).filter(([, { security }]) =>
      security?.some((one) => 'apiToken' in one),
    );
    return [path, Object.fromEntries(kept)] as const;
  });
  return {
    ...document,
    servers: [{ url: origin }],
    paths: Object.fromEntries(paths.filter(([, kept]) => Object.keys(kept).length > 0)),
  };
}
