/** Asked before bytes are written: throws a failure where so many more may not be. */
export type MayWrite = (bytes: number) => Promise<void>;

/** Of a program whose user gives the disk: any number of bytes may be written. */
export const AS_MUCH_AS_FITS: MayWrite = async () => {};
