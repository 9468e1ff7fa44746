// @ts-check
import { existsSync } from 'node:fs';
import { aptInstall } from '../../tools/stack/apt.mjs';

/** Installs a font for the greeting's emoji if it is missing. Without the font, pictures show an empty box. */
export async function findEmojiFont() {
  if (!existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'))
    await aptInstall('fonts-noto-color-emoji');
}
