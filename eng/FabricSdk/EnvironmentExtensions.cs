using System.Diagnostics;

namespace System;

/// <summary>What .NET 9 has added to <see cref="Environment"/>, for .NET 8.</summary>
[Microsoft.CodeAnalysis.Embedded]
internal static class EnvironmentExtensions
{
    extension(Environment)
    {
        /// <summary>Gets the processor time of this process; on Linux in steps of 10 ms.</summary>
        public static ProcessCpuUsage CpuUsage
        {
            get
            {
                using var process = Process.GetCurrentProcess();
                return new(process.TotalProcessorTime);
            }
        }
    }

    /// <summary>The processor time of a process, as far as our sources use it.</summary>
    /// <param name="TotalTime">In user and kernel mode.</param>
    internal readonly record struct ProcessCpuUsage(TimeSpan TotalTime);
}
