using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Platform;
using SfPerf.Scenarios.Ipc.Transports;

namespace SfPerf.Scenarios.Ipc.Servers;

/// <summary>The process of one server: <c>sfperf ipc-server OPTIONS</c>, which help does not show. It says that it is
/// ready, or why it is not, in one line of JSON, and ends with its input, so that it never outlives its starter.
/// </summary>
internal static class IpcServerProgram
{
    public const string Verb = "ipc-server";

    private const int Failed = 1;

    /// <summary>Serves until the input ends.</summary>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(string json)
    {
        // Ctrl+C is for the starter alone, which ends this process once it has saved what it has.
        ProcessControl.LeaveTerminal();
        PrivateFiles.MakeDefault();
        using var interrupted = PosixSignalRegistration.Create(PosixSignal.SIGINT, c => c.Cancel = true);
        using var end = new CancellationTokenSource();
        using var terminated = PosixSignalRegistration.Create(PosixSignal.SIGTERM, c =>
        {
            c.Cancel = true;
            end.Cancel();
        });
        DedicatedThread.Start(() =>
        {
            using var input = Console.OpenStandardInput();
            while (input.ReadByte() >= 0)
            {
            }

            end.Cancel();
        });
        var options = JsonSerializer.Deserialize<ServerOptions>(json)
            ?? throw new ArgumentException("The options are null.", nameof(json));
        PrivateFiles.CreateFolder(options.Folder);
        try
        {
            return await ServeAsync(options, end.Token).ConfigureAwait(false);
        }
        finally
        {
            Directory.Delete(options.Folder, recursive: true);
        }
    }

    private static async Task<int> ServeAsync(ServerOptions options, CancellationToken end)
    {
        RunningServer? server = null;
        try
        {
            server = await (options.Transport == NetworkRelay.Name ? NetworkRelay.ServeAsync(options.OneWayDelay)
                : TransportCatalogue.Find(options.Transport).ServeAsync(options, end)).ConfigureAwait(false);
            // After the start: what a server starts, as a broker, may run anywhere.
            if (options.Processor is { } processor)
                _ = ProcessorAffinity.Pin(processor);
            Announce(new Announcement(server.Address, server.Processes, null));
            var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            await using var registration = end.Register(ended.SetResult).ConfigureAwait(false);
            await ended.Task.ConfigureAwait(false);
            return 0;
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            return 0;
        }
        catch (Exception e)
        {
            Announce(new Announcement(null, [], e.Message));
            return Failed;
        }
        finally
        {
            if (server is not null)
                await server.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static void Announce(Announcement announcement)
    {
        try
        {
            Console.Out.WriteLine(JsonSerializer.Serialize(announcement));
        }
        catch (IOException)
        {
            // The starter is gone, and so ends the input.
        }
    }
}

/// <summary>The line that a server writes once.</summary>
/// <param name="Address">Where it listens; null when it could not start.</param>
/// <param name="Processes">What it started and its starter has to end if the server is killed.</param>
/// <param name="Problem">Why it could not start.</param>
internal sealed record Announcement(string? Address, int[] Processes, string? Problem);
