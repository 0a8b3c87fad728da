#nullable disable

using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.ProgrammingModel;
using SfPerf.Platform;

namespace System.Fabric;

/// <summary>
/// Gives a process of a code package its node and its activation, also where it registers no service type.
/// </summary>
/// <remarks>
/// The first call loads the runtime and connects the process to the node that started it; later calls give the same
/// objects. Any thread may call the methods. In a process that no cluster has started they throw a
/// <see cref="FabricException"/>.
/// </remarks>
public sealed class FabricRuntime : IDisposable
{
    private FabricRuntime()
    {
    }

    /// <summary>Gets the node that this process runs on.</summary>
    /// <param name="timeout">The longest wait; <see cref="Timeout.InfiniteTimeSpan"/> for no limit.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The node.</returns>
    /// <exception cref="FabricException">The process was started outside a cluster, or the runtime's files are
    /// missing.</exception>
    /// <exception cref="TimeoutException">The node did not answer in time. Try again.</exception>
    public static async Task<NodeContext> GetNodeContextAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        (await ConnectAsync(timeout, cancellationToken).ConfigureAwait(false)).NodeContext;

    /// <summary>Gets the code package that this process is an activation of.</summary>
    /// <param name="timeout">The longest wait; <see cref="Timeout.InfiniteTimeSpan"/> for no limit.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The activation: its packages, settings, endpoints and folders.</returns>
    /// <exception cref="FabricException">The process was started outside a cluster, or the runtime's files are
    /// missing.</exception>
    /// <exception cref="TimeoutException">The node did not answer in time. Try again.</exception>
    public static async Task<CodePackageActivationContext> GetActivationContextAsync(
        TimeSpan timeout, CancellationToken cancellationToken) =>
        (CodePackageActivationContext)(await ConnectAsync(timeout, cancellationToken).ConfigureAwait(false))
            .ActivationContext;

    /// <summary>
    /// Gets the node that this process runs on. The first call blocks the thread until the node has answered.
    /// </summary>
    /// <returns>The node.</returns>
    /// <exception cref="FabricException">The process was started outside a cluster, or the runtime's files are
    /// missing.</exception>
    public static NodeContext GetNodeContext() => Connect().NodeContext;

    /// <summary>
    /// Gets the code package that this process is an activation of. The first call blocks the thread until the node has
    /// answered.
    /// </summary>
    /// <returns>The activation: its packages, settings, endpoints and folders.</returns>
    /// <exception cref="FabricException">The process was started outside a cluster, or the runtime's files are
    /// missing.</exception>
    public static CodePackageActivationContext GetActivationContext() =>
        (CodePackageActivationContext)Connect().ActivationContext;

    /// <summary>Does nothing: what was registered stays registered until the process ends.</summary>
    public void Dispose()
    {
    }

    private static Task<IRuntimeHost> ConnectAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        RuntimeHost.ConnectAsync(cancellationToken).WaitAsync(timeout, cancellationToken);

    // Service Fabric's method blocks, too.
    private static IRuntimeHost Connect() =>
        RuntimeHost.Connected ?? Blocking.Wait(Task.Run(() => RuntimeHost.ConnectAsync(CancellationToken.None)));
}
