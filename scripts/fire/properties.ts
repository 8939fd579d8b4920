export async function properties(): Promise<void> {}
