import type { App } from 'firebase-admin/app';

/** firebase-admin's app, loaded on first use so that cold starts stay fast. */
export async function adminApp(): Promise<App> {
  const { getApps, initializeApp } = await import('firebase-admin/app');
  return getApps().find(({ name }) => name === '[DEFAULT]') ?? initializeApp();
}
