import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { theme } from './theme';

/**
 * Puts MUI's parts into our dress. Only the wrappers in this folder use it, and only lazy chunks use those: MUI and
 * emotion are 45 KB that no first paint waits for.
 */
export function MuiTheme({ children }: { children: ReactNode }) {
  return (
    // Light or dark is ours to keep (colorMode.ts), not MUI's.
    <ThemeProvider theme={theme} storageManager={null}>
      {children}
    </ThemeProvider>
  );
}
