using System;
using System.Collections.Generic;
using System.IO;
using SfPerf.Commands;
using SfPerf.Metrics.Results;
using SfPerf.Reports.Runs;

namespace SfPerf.Client.Output;

/// <summary>The folder that the user wants runs in.</summary>
internal static class RunsFolder
{
    /// <summary>Makes the folder now, so that a long run is not measured in vain.</summary>
    public static void Check(string root)
    {
        try
        {
            Directory.CreateDirectory(root);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new SfPerfException(
                ExitCode.BadParameters, $"--out {root}: the folder cannot be made: {e.Message}", e);
        }
    }

    /// <summary>Saves a run; returns its own folder.</summary>
    public static string Save(string root, RunRecord record, IReadOnlyList<PhaseResult> results)
    {
        try
        {
            return RunFolder.Write(root, record, results);
        }
        catch (IOException e)
        {
            throw new SfPerfException(ExitCode.Internal, $"The run could not be saved in {root}: {e.Message}", e);
        }
    }
}
