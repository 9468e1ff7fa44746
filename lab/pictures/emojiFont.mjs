// @ts-check
import { existsSync } from 'node:fs';
import { aptInstall } from '../../tools/stack/apt.mjs';

/** The greeting has an emoji: without a font for it, pictures show an empty box. */
export async function findEmojiFont() {
  if (!existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'))
    await aptInstall('fonts-noto-color-emoji');
}
