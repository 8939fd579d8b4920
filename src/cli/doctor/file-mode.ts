/** As `chmod` takes it. */
export function modeText(mode: number): string {
  return (mode & 0o777).toString(8).padStart(3, "0");
}

/** Whether anybody but the owner may do something with it. Windows tells nothing by modes. */
export function isOpenToOthers(mode: number): boolean {
  return process.platform !== "win32" && (mode & 0o077) !== 0;
}
