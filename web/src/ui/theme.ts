import { createTheme } from '@mui/material/styles';

/**
 * MUI's theme, for dialogs, menus and drawers. Every color is a token of tokens.css; with `nativeColor` MUI mixes them
 * in the browser. MUI gets one color scheme, because the tokens themselves change between light and dark.
 */
export const theme = createTheme({
  cssVariables: { nativeColor: true, disableCssColorScheme: true },
  palette: {
    primary: { main: 'var(--ink)', contrastText: 'var(--on-ink)' },
    secondary: { main: 'var(--accent)', contrastText: 'var(--on-accent)' },
    error: { main: 'var(--error)', contrastText: 'var(--on-error)' },
    success: { main: 'var(--success)' },
    background: { default: 'var(--paper)', paper: 'var(--sheet)' },
    text: { primary: 'var(--ink)', secondary: 'var(--ink-2)' },
    divider: 'var(--line)',
    action: { active: 'var(--icon)', hover: 'var(--hover)', focus: 'var(--hover-strong)' },
  },
  // Product §9: small screens are those under 768 px.
  breakpoints: { values: { xs: 0, sm: 600, md: 768, lg: 1100, xl: 1440 } },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: 'var(--font)',
    fontSize: 14,
    body1: { fontSize: '0.9375rem', lineHeight: 1.5 },
    body2: { fontSize: '0.875rem', lineHeight: 1.5 },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    // In dark mode MUI lightens raised surfaces with an overlay; ours keep the token's color.
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: {
      styleOverrides: {
        paper: { border: '1px solid var(--line)', borderRadius: 'var(--radius-sheet)' },
        paperFullScreen: { border: 0, borderRadius: 0 },
      },
    },
    MuiMenu: { styleOverrides: { paper: { border: '1px solid var(--line)' } } },
    MuiListItemIcon: { styleOverrides: { root: { '&&': { minWidth: 28 } } } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.125rem', fontWeight: 650 } } },
    MuiDialogActions: {
      // Its spacing is a rule for every sibling on the page: each new row would restyle its whole list.
      defaultProps: { disableSpacing: true },
      styleOverrides: { root: { flexWrap: 'wrap', gap: 8, padding: '8px 24px 20px' } },
    },
    MuiDrawer: { styleOverrides: { paper: { width: 'var(--sidebar)', maxWidth: '85vw' } } },
  },
});
