// All randomness has a seed: the suite prints it, and TALAAN_SEED repeats a run.
export const seed = Number(process.env.TALAAN_SEED ?? 20_261_122)
