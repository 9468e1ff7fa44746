/* The sound at the end of a run: three bell strokes, computed here so that there is no file to fetch. */
let context: AudioContext | undefined;

/** The bell strokes: fundamental frequency, and start in seconds. */
const STROKES = [
  { hertz: 659.26, at: 0 },
  { hertz: 783.99, at: 0.28 },
  { hertz: 1046.5, at: 0.56 },
];
/** The partials of a small bell: frequency relative to the fundamental, and volume. High partials fade first. */
const PARTIALS = [
  { ratio: 1, gain: 0.6 },
  { ratio: 2.76, gain: 0.22 },
  { ratio: 5.4, gain: 0.08 },
];
const SECONDS = 2.6;
const VOLUME = 0.32;

/** Lets this page play a sound later. Must be called in a click or key handler. */
export function unlockChime(): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
  } catch {
    // If this machine has no sound, the toast still shows the end of a run.
  }
}

/** Whether the browser allows a sound, which it does once the person has interacted with this page. */
export const canChime = (): boolean =>
  context?.state === 'running' || navigator.userActivation.hasBeenActive;

/** Plays the sound once, or nothing if the person has not interacted with the page since it was loaded. */
export function chime(): void {
  if (!canChime()) return;
  unlockChime();
  if (!context) return;
  const source = context.createBufferSource();
  source.buffer = bell(context);
  source.connect(context.destination);
  source.start();
}

function bell(audio: AudioContext): AudioBuffer {
  const rate = audio.sampleRate;
  const buffer = audio.createBuffer(1, Math.ceil(SECONDS * rate), rate);
  const samples = buffer.getChannelData(0);
  for (const { hertz, at } of STROKES)
    for (let i = Math.floor(at * rate); i < samples.length; i++) {
      const t = i / rate - at;
      // A short attack, because a hard edge clicks.
      const attack = Math.min(t / 0.004, 1);
      for (const { ratio, gain } of PARTIALS)
        samples[i] =
          (samples[i] ?? 0) +
          VOLUME *
            attack *
            gain *
            Math.exp(-t * 2.4 * Math.sqrt(ratio)) *
            Math.sin(2 * Math.PI * hertz * ratio * t);
    }
  return buffer;
}
