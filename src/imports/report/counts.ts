/** `17,588` */
export function count(number: number): string {
  return String(number).replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
}
