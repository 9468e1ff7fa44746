declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SentRequest {
    headers: Record<string, string>;
    credentials?: 'omit';
  }

  interface Options {
    domNode: HTMLElement;
    spec: object;
    requestInterceptor: (request: SentRequest) => SentRequest;
    plugins: readonly object[];
    [option: string]: unknown;
  }

  /** Draws an OpenAPI document into an element. */
  export default function SwaggerUI(options: Options): void;
}
