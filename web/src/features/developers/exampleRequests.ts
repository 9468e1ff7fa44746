/** The name of the environment variable in which the examples expect the token. */
export const TOKEN_VARIABLE = 'DAYMARK_TOKEN';

export interface ExampleRequest {
  title: string;
  /** For a shell. */
  curl: string;
  /** For Node 20, as a module. */
  javaScript: string;
}

/** Returns examples that run unchanged against this origin, with a token in the environment. */
export const exampleRequests = (origin: string): readonly ExampleRequest[] => [
  {
    title: 'Read your tasks',
    curl: `curl ${origin}/api/tasks \\
  -H "Authorization: Bearer $${TOKEN_VARIABLE}"`,
    javaScript: `const reply = await fetch('${origin}/api/tasks', {
  headers: { Authorization: \`Bearer \${process.env.${TOKEN_VARIABLE}}\` },
});
if (!reply.ok) throw new Error(await reply.text());
console.log(await reply.json());`,
  },
  {
    title: 'Add a task',
    curl: `curl ${origin}/api/tasks \\
  -H "Authorization: Bearer $${TOKEN_VARIABLE}" \\
  -H "Content-Type: application/json" \\
  -d '{"title":"Water the ferns"}'`,
    javaScript: `const reply = await fetch('${origin}/api/tasks', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.${TOKEN_VARIABLE}}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ title: 'Water the ferns' }),
});
if (!reply.ok) throw new Error(await reply.text());
console.log(await reply.json());`,
  },
];
