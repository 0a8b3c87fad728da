using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace SfPerf.Reports.Text;

/// <summary>Rows of text in columns: the first column to the left, the others to the right.</summary>
internal sealed class TextTable(params string[] head)
{
    private readonly List<string[]> _rows = [head];

    internal void Add(params string[] cells) => _rows.Add(cells);

    internal void Write(TextWriter output, string indent = " ", bool leftLast = false)
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
