import type { App } from 'firebase-admin/app';

/** Returns firebase-admin's app. The library is loaded on first use to keep cold starts fast. */
export async function adminApp(): Promise<App> {
  const { getApps, initializeApp } = await import('firebase-admin/app');
  return getApps().find(({ name }) => name === '[DEFAULT]') ?? initializeApp();
}
