declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { createElement, FunctionComponent, ReactNode } from 'react';

  interface SentRequest {
    headers: Record<string, string>;
    credentials?: 'omit';
  }

  /** The viewer's parts, which it creates with its own React. */
  interface Parts {
    getComponent: (name: string, isConnected: boolean) => FunctionComponent;
  }

  /** Adds parts to the viewer, or replaces them. */
  export type Plugin = (system: { React: { createElement: typeof createElement } }) => {
    components: Record<string, (parts: Parts) => ReactNode>;
  };

  interface Options {
    domNode: HTMLElement;
    spec: object;
    plugins: readonly Plugin[];
    requestInterceptor: (request: SentRequest) => SentRequest;
    [option: string]: unknown;
  }

  /** Draws an OpenAPI document into an element. */
  export default function SwaggerUI(options: Options): void;
}
