/**
 * New objects of a process get this many megabytes before they are looked through. With 4, what bulk bodies and the
 * engine leave behind grows old first, and is collected in the middle of somebody's request; 16 are no quicker than 8.
 * Files that are no code repeat it, and a test holds them to it.
 */
export const young_space = '--max-semi-space-size=8'
