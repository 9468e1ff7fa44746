import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { theme } from './theme';

/**
 * Applies our theme to MUI components. Only the wrappers in this folder use it, and only lazy chunks use those: MUI and
 * emotion are 45 KB, and the first paint must not wait for them.
 */
export function MuiTheme({ children }: { children: ReactNode }) {
  return (
    // colorMode.ts stores the color mode, not MUI.
    <ThemeProvider theme={theme} storageManager={null}>
      {children}
    </ThemeProvider>
  );
}
