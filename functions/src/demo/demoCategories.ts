/** The ids of the default categories. */
export const [WORK, PERSONAL, LEARNING, HEALTH] = [1, 2, 3, 4] as const;
