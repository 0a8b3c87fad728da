using System;
using System.Fabric;
using System.IO;
using System.Reflection;
using System.Runtime.Loader;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Fabric.ProgrammingModel;

/// <summary>Finds the runtime that a service host process runs on.</summary>
public static class RuntimeHost
{
    /// <summary>The environment variable that names the folder of the runtime's assemblies.</summary>
    public const string CodePathVariable = "FabricCodePath";

    private const string AssemblyName = "SfPerf.Fabric.Hosting";
    private const string TypeName = "SfPerf.Fabric.Hosting.ServiceHostRuntime";
    private const string MethodName = "ConnectAsync";
    private static readonly SemaphoreSlim Gate = new(1);
    private static IRuntimeHost? _current;

    /// <summary>Gets the runtime once <see cref="ConnectAsync"/> has ended; otherwise null.</summary>
    public static IRuntimeHost? Connected => Volatile.Read(ref _current);

    /// <summary>Gets the runtime.</summary>
    /// <exception cref="InvalidOperationException">Not connected: <see cref="ConnectAsync"/> comes first.</exception>
    public static IRuntimeHost Current => Connected ?? throw new InvalidOperationException(
        "This process is not connected to a Service Fabric runtime yet: register a service type first.");

    /// <summary>
    /// Loads the runtime and connects to the node that started this process. Later calls give the same one.
    /// </summary>
    /// <exception cref="FabricException">Started outside a cluster, or the runtime cannot be loaded.</exception>
    public static async Task<IRuntimeHost> ConnectAsync(CancellationToken cancellationToken)
    {
        if (Connected is { } connected)
            return connected;
        await Gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (Connected is { } meanwhile)
                return meanwhile;
            var host = await LoadConnect()(cancellationToken).ConfigureAwait(false);
            Volatile.Write(ref _current, host);
            return host;
        }
        finally
        {
            Gate.Release();
        }
    }

    /// <summary>
    /// Gives this process a runtime of the caller's own: for tests and for hosts that embed the runtime.
    /// </summary>
    internal static void Use(IRuntimeHost? host) => Volatile.Write(ref _current, host);

    private static Func<CancellationToken, Task<IRuntimeHost>> LoadConnect()
    {
        var folder = Environment.GetEnvironmentVariable(CodePathVariable);
        if (string.IsNullOrEmpty(folder))
        {
            throw new FabricException(
                $"This program was started outside a cluster: {CodePathVariable} is not set. A service host is " +
                "started by the cluster, from an application package.",
                FabricErrorCode.FabricDataRootNotFound);
        }

        var file = Path.Combine(folder, AssemblyName + ".dll");
        if (!File.Exists(file))
        {
            throw new FabricException(
                $"{CodePathVariable} is '{folder}', which has no {AssemblyName}.dll.", FabricErrorCode.FileNotFound);
        }

        AssemblyLoadContext.Default.Resolving += (context, name) => Neighbour(context, folder, name);
        return AssemblyLoadContext.Default.LoadFromAssemblyPath(file).GetType(TypeName, throwOnError: true)!
            .GetMethod(MethodName, BindingFlags.Public | BindingFlags.Static, [typeof(CancellationToken)])!
            .CreateDelegate<Func<CancellationToken, Task<IRuntimeHost>>>();
    }

    private static Assembly? Neighbour(AssemblyLoadContext context, string folder, AssemblyName name)
    {
        var file = Path.Combine(folder, name.Name + ".dll");
        return File.Exists(file) ? context.LoadFromAssemblyPath(file) : null;
    }
}
