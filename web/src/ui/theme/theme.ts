import { createTheme } from '@mui/material/styles';
import { PHONE_QUERY } from '../../lib/browser/phoneQuery';

const PHONE = `@media ${PHONE_QUERY}`;

/**
 * MUI's theme, for dialogs, menus and drawers. Every color is a token of tokens.css. With `nativeColor`, MUI mixes the
 * colors in the browser. MUI gets one color scheme, because the tokens themselves change between light and dark.
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
  // Small screens are those under 768 px (product §9).
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
    // In dark mode MUI lightens raised surfaces with an overlay. Our surfaces keep the token's color.
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: {
      styleOverrides: {
        paper: {
          border: '1px solid var(--line)',
          borderRadius: 'var(--radius-sheet)',
          [PHONE]: {
            '&:not(.MuiDialog-paperFullScreen)': {
              width: 'calc(100% - 24px)',
              maxHeight: 'calc(100% - 24px)',
              margin: 12,
            },
          },
        },
        paperFullScreen: { border: 0, borderRadius: 0 },
      },
    },
    // On a phone, a menu is a sheet at the lower edge and covers the tabs. The sheet is within reach of the thumb and
    // fits every action.
    MuiMenu: {
      styleOverrides: {
        root: { [PHONE]: { '& > .MuiBackdrop-root': { backgroundColor: 'rgb(0 0 0 / 50%)' } } },
        paper: {
          border: '1px solid var(--line)',
          [PHONE]: {
            '&&': {
              inset: 'auto 0 0 !important',
              width: '100%',
              maxWidth: 480,
              maxHeight: 'calc(100% - 48px)',
              marginInline: 'auto',
              paddingBottom: 'env(safe-area-inset-bottom)',
              borderRadius: 'var(--radius-sheet) var(--radius-sheet) 0 0',
            },
          },
        },
      },
    },
    MuiMenuItem: {
      styleOverrides: { root: { '@media (pointer: coarse)': { minHeight: 48 } } },
    },
    MuiListItemIcon: { styleOverrides: { root: { '&&': { minWidth: 28 } } } },
    MuiDialogTitle: {
      styleOverrides: {
        root: {
          fontSize: '1.125rem',
          fontWeight: 650,
          [PHONE]: { padding: '14px 16px 12px' },
        },
      },
    },
    MuiDialogContent: { styleOverrides: { root: { [PHONE]: { paddingInline: 16 } } } },
    MuiDialogActions: {
      // MUI's spacing uses a sibling selector. With this selector, each new row would make the browser restyle the
      // row's whole list.
      defaultProps: { disableSpacing: true },
      styleOverrides: {
        root: {
          flexWrap: 'wrap',
          gap: 8,
          padding: '8px 24px 20px',
          [PHONE]: { padding: '8px 16px 14px' },
        },
      },
    },
    MuiDrawer: { styleOverrides: { paper: { width: 'var(--sidebar)', maxWidth: '85vw' } } },
  },
});
