import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApi } from '../../contract/openApi';
import { bodyExamples, queryExamples } from '../../contract/openApiExamples';
import { expect, test } from 'vitest';
import { rows } from '../rows';

const text = await readFile(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8');

test('docs/openapi.json is current (npm run openapi -w @daymark/functions writes it)', () => {
  expect(JSON.parse(text)).toEqual(openApi());
});

interface Operation {
  operationId: string;
  security?: object[];
  requestBody?: object;
  parameters: { name: string; in: string }[];
  responses: Record<string, object>;
}

test('the document has every row of the contract, with its session, parameters and replies', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    rows.map(({ name }) => name).sort(),
  );
  for (const row of rows) {
    const operation = paths[row.path.replace(/:(\w+)/, '{$1}')]?.[row.method.toLowerCase()];
    expect(operation?.operationId).toBe(row.name);
    const confirmed = row.confirms && { idToken: [] };
    expect(operation?.security?.[0], row.name).toEqual(
      row.session === 'required'
        ? { session: [], ...confirmed }
        : row.session === 'starts'
          ? {}
          : undefined,
    );
    const scopes = operation?.security?.flatMap((one) => ('apiToken' in one ? one.apiToken : []));
    expect(scopes ?? [], `${row.name}: the scope of an API token`).toEqual(
      row.token ? [row.token] : [],
    );
    expect(operation?.requestBody !== undefined, row.name).toBe(row.body !== undefined);
    expect(operation?.parameters.some((one) => one.in === 'query')).toBe(row.query !== undefined);
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining([String(row.status), '400', '500', '503']),
    );
  }
});

test('every reference in the document resolves, and error responses are text', () => {
  const document = JSON.parse(text) as {
    components: Record<string, Record<string, { content?: object }>>;
  };
  const references = [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(100);
  for (const [, kind = '', name = ''] of references)
    expect(document.components[kind]?.[name], name).toBeDefined();
  for (const refused of Object.values(document.components.responses ?? {}))
    expect(Object.keys(refused.content ?? {})).toEqual(['text/plain']);
});

test('the examples are requests that the contract accepts', () => {
  for (const row of rows) {
    const body = (bodyExamples as Record<string, object | undefined>)[row.name];
    if (body) expect(row.body?.safeParse(body).error?.issues, row.name).toBeUndefined();
    const query = queryExamples[row.name as keyof typeof queryExamples];
    if (query) expect(row.query?.safeParse(query).error?.issues, row.name).toBeUndefined();
  }
});
