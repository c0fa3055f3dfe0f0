// Nothing random is without a seed: the suite prints it, and TALAAN_SEED gives the same chances again.
export const seed = Number(process.env.TALAAN_SEED ?? 20_261_122)
