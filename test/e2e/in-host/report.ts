/** How each line that the in-host tests print begins, which tells it from the rest of an extension host's log. */
export const reportPrefix = 'in-host ';
