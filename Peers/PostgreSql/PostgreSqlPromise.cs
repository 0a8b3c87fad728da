namespace SfPerf.Peers.PostgreSql;

/// <summary>Works out what a commit on a PostgreSQL primary promises.</summary>
internal static class PostgreSqlPromise
{
    internal static Promise Of(PostgreSqlSettings server)
    {
        var standbys = server.SynchronousStandbys;
        // remote_write leaves the standby with the write in its system's memory; off leaves even the primary so.
        var flushes = server.Fsync && server.SynchronousCommit != "off"
            && (standbys == 0 || server.SynchronousCommit != "remote_write");
        var names = standbys > 0 ? $", {server.SynchronousStandbyNames}" : "";
        return new Promise(server.Standbys + 1, standbys + 1, flushes,
            $"PostgreSQL {server.Version}, fsync {(server.Fsync ? "on" : "off")}, "
            + $"synchronous_commit {server.SynchronousCommit}{names}");
    }
}
