// A short tone for each kind of event; off unless somebody wants it.
let context: AudioContext | null = null;
const SCALE = [262, 294, 330, 392, 440, 523, 587, 659];

export function playSound(kind: number) {
  try {
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = SCALE[kind % SCALE.length] ?? 330;
    volume.gain.setValueAtTime(0.05, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + 0.12);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.13);
  } catch {
    // No sound is no harm.
  }
}
