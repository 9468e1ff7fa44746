import type { App } from 'firebase-admin/app';

/** firebase-admin's app, loaded on first use: none of it is paid for when the module loads. */
export async function adminApp(): Promise<App> {
  const { getApps, initializeApp } = await import('firebase-admin/app');
  return getApps().find(({ name }) => name === '[DEFAULT]') ?? initializeApp();
}
