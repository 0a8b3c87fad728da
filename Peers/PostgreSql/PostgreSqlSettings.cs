using System;

namespace SfPerf.Peers.PostgreSql;

/// <summary>Describes what a PostgreSQL server says of itself.</summary>
/// <param name="Version">Its version.</param>
/// <param name="Fsync">Its <c>fsync</c>.</param>
/// <param name="SynchronousCommit">Its <c>synchronous_commit</c>, as this session has it.</param>
/// <param name="SynchronousStandbyNames">Its <c>synchronous_standby_names</c>.</param>
/// <param name="Standbys">Standbys that stream from it.</param>
internal sealed record PostgreSqlSettings(
    string Version, bool Fsync, string SynchronousCommit, string SynchronousStandbyNames, int Standbys)
{
    /// <summary>Gets the standbys a commit waits for.</summary>
    internal int SynchronousStandbys => SynchronousCommit is "local" or "off" ? 0 : NumberIn(SynchronousStandbyNames);

    // '' | 'name, ...' | 'N (name, ...)' | 'FIRST N (name, ...)' | 'ANY N (name, ...)'
    private static int NumberIn(string names)
    {
        var text = names.Trim();
        var open = text.IndexOf('(', StringComparison.Ordinal);
        if (open < 0)
            return text.Length == 0 ? 0 : 1;
        var last = text[..open].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return last.Length > 0 && int.TryParse(last[^1], out var number) ? number : 1;
    }
}
