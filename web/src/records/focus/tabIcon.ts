const SIZE = 64;

let own: HTMLLinkElement | undefined;
let drawn = '';

/** Shows the timer in the tab's icon: a ring for the time left, with the minutes in it. */
export function showInIcon(minutes: number, leftPercent: number, isPaused: boolean): void {
  // Redraw only if the icon would look different.
  const look = `${minutes} ${Math.round(leftPercent / 2)} ${isPaused}`;
  if (look === drawn) return;
  drawn = look;
  own ??= Object.assign(document.createElement('link'), { rel: 'icon', type: 'image/png' });
  own.href = picture(String(minutes), leftPercent / 100, isPaused);
  // The browser shows the last icon, so the page's own stays before ours, unchanged.
  if (document.head.lastElementChild !== own) document.head.append(own);
}

/** Restores the page's own icon. */
export function hideIcon(): void {
  own?.remove();
  own = undefined;
  drawn = '';
}

function picture(text: string, share: number, isPaused: boolean): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) return '';
  const accent = isPaused ? '#938e84' : '#c2412a';
  const half = SIZE / 2;
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.arc(half, half, half, 0, 2 * Math.PI);
  pen.fill();
  pen.lineWidth = 9;
  for (const [colour, part] of [
    ['#e6e2d9', 1],
    [accent, share],
  ] as const) {
    pen.strokeStyle = colour;
    pen.beginPath();
    pen.arc(half, half, half - 6, -Math.PI / 2, (2 * part - 0.5) * Math.PI);
    pen.stroke();
  }
  pen.fillStyle = '#1d1f24';
  pen.font = `700 ${text.length > 2 ? 22 : 30}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, half, half + 2);
  return canvas.toDataURL();
}
