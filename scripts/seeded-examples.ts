// Runs before each test file: the examples of property tests come from the seed of the run.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.TALAAN_SEED) })
