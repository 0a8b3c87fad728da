using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace SfPerf.Reports.Text;

/// <summary>Rows of text in columns: the first column to the left, the others to the right. On a terminal that is too
/// narrow for all of them the others follow below, beside the first column again.</summary>
public sealed class TextTable(params string[] head)
{
    private const string Gap = "  ";
    private readonly List<string[]> _rows = [head];

    /// <summary>Adds a row of as many cells as the head has.</summary>
    public void Add(params string[] cells) => _rows.Add(cells);

    /// <summary>Writes head and rows.</summary>
    /// <param name="output">Where to; a <see cref="TerminalWriter"/> says how wide it is.</param>
    /// <param name="indent">What each line begins with.</param>
    /// <param name="leftLast">Whether the last column is to the left too.</param>
    public void Write(TextWriter output, string indent = " ", bool leftLast = false)
    {
        var widths = Enumerable.Range(0, head.Length).Select(c => _rows.Max(r => r[c].Length)).ToArray();
        foreach (var part in Parts(widths, TerminalWriter.WidthOf(output) - indent.Length))
        {
            foreach (var row in _rows)
            {
                var cells = part.Select(c => c == 0 || (leftLast && c == row.Length - 1)
                    ? row[c].PadRight(widths[c]) : row[c].PadLeft(widths[c]));
                output.WriteLine((indent + string.Join(Gap, cells)).TrimEnd());
            }
        }
    }

    // A first column that takes half of the width leaves no room for parts: the terminal breaks such lines.
    private static IEnumerable<List<int>> Parts(int[] widths, int width)
    {
        var part = new List<int> { 0 };
        var used = widths[0];
        for (var c = 1; c < widths.Length; c++)
        {
            if (part.Count > 1 && used + Gap.Length + widths[c] > width && widths[0] <= width / 2)
            {
                yield return part;
                (part, used) = ([0], widths[0]);
            }

            part.Add(c);
            used += Gap.Length + widths[c];
        }

        yield return part;
    }
}
