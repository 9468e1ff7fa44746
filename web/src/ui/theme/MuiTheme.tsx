import { ThemeProvider } from '@mui/material/styles';
import { createContext, use, type ReactNode } from 'react';
import { theme } from './theme';

const Themed = createContext<ReactNode>(null);

const Content = () => use(Themed);

/**
 * A constant element, so that the element isn't rendered again with its content. Otherwise MUI would generate its
 * stylesheets again with every key that is typed in a dialog.
 */
const PROVIDER = (
  // colorMode.ts stores the color mode, so MUI must not.
  <ThemeProvider theme={theme} storageManager={null}>
    <Content />
  </ThemeProvider>
);

/**
 * Applies our theme to MUI components. Only lazy chunks use this component, because the first paint must not wait for
 * MUI and emotion.
 */
export function MuiTheme({ children }: { children: ReactNode }) {
  return <Themed value={children}>{PROVIDER}</Themed>;
}
