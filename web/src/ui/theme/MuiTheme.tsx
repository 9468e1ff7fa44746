import { ThemeProvider } from '@mui/material/styles';
import { createContext, use, type ReactNode } from 'react';
import { theme } from './theme';

const Themed = createContext<ReactNode>(null);

const Content = () => use(Themed);

/**
 * Always the same element, so that it is not rendered again with what is in it: MUI would generate its stylesheets again,
 * with every key that is typed in a dialog.
 */
const PROVIDER = (
  // colorMode.ts stores the color mode, not MUI.
  <ThemeProvider theme={theme} storageManager={null}>
    <Content />
  </ThemeProvider>
);

/**
 * Applies our theme to MUI components. Only the wrappers in this folder use it, and only lazy chunks use those: MUI and
 * emotion are 45 KB, and the first paint must not wait for them.
 */
export function MuiTheme({ children }: { children: ReactNode }) {
  return <Themed value={children}>{PROVIDER}</Themed>;
}
