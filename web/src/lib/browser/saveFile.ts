/** Downloads a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has opened the file by the time the address is revoked.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
