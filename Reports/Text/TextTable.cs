using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace SfPerf.Reports.Text;

/// <summary>Rows of text in columns: the first column to the left, the others to the right.</summary>
public sealed class TextTable(params string[] head)
{
    private readonly List<string[]> _rows = [head];

    /// <summary>Adds a row of as many cells as the head has.</summary>
    public void Add(params string[] cells) => _rows.Add(cells);

    /// <summary>Writes head and rows.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="indent">What each line begins with.</param>
    /// <param name="leftLast">Whether the last column is to the left too.</param>
    public void Write(TextWriter output, string indent = " ", bool leftLast = false)
    {
        var widths = Enumerable.Range(0, head.Length).Select(c => _rows.Max(r => r[c].Length)).ToArray();
        foreach (var row in _rows)
        {
            var cells = row.Select((cell, c) =>
                c == 0 || (leftLast && c == row.Length - 1) ? cell.PadRight(widths[c]) : cell.PadLeft(widths[c]));
            output.WriteLine((indent + string.Join("  ", cells)).TrimEnd());
        }
    }
}
