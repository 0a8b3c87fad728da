#nullable disable

using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data.Notifications;
using SfPerf.Fabric.ProgrammingModel;

namespace Microsoft.ServiceFabric.Data;

/// <summary>The state manager of one replica. The runtime that the process runs on does the work.</summary>
/// <remarks>
/// In a process without a runtime, such as a unit test of a service, it can be made and be given handlers and
/// serializers; they reach the runtime once there is one. What needs state then throws an
/// <see cref="InvalidOperationException"/>. As a constructor's, these calls come from one thread.
/// </remarks>
public partial class ReliableStateManager : IReliableStateManagerReplica2
{
    private readonly StatefulServiceContext _context;
    private readonly ReliableStateManagerConfiguration _configuration;
    private readonly List<Action<IReliableStateManagerReplica2>> _early = [];
    private IReliableStateManagerReplica2 _inner;

    /// <summary>
    /// Initializes a new instance of the <see cref="ReliableStateManager"/> class. It is empty and cannot be used until
    /// the runtime has opened it.
    /// </summary>
    /// <param name="serviceContext">The replica that the state belongs to.</param>
    /// <param name="configuration">Its settings and serializers; null stands for the section <c>ReplicatorConfig</c> of
    /// the package <c>Config</c>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="serviceContext"/> is null.</exception>
    /// <exception cref="ArgumentException">A setting is wrong. The message names it, its value and what is
    /// allowed.</exception>
    public ReliableStateManager(
        StatefulServiceContext serviceContext, ReliableStateManagerConfiguration configuration = null)
    {
        ArgumentNullException.ThrowIfNull(serviceContext);
        configuration ??= new ReliableStateManagerConfiguration("Config");
        var settings = configuration.ReplicatorSettings ?? ReliableStateManagerReplicatorSettings.LoadFrom(
            serviceContext.CodePackageActivationContext, configuration.ConfigPackageName,
            configuration.ReplicatorSettingsSectionName);
        settings?.Validate();
        _context = serviceContext;
        _configuration = new ReliableStateManagerConfiguration(
            settings, configuration.OnInitializeStateSerializersEvent);
        if (RuntimeHost.Connected is not null)
            _inner = Make();
    }

    /// <inheritdoc/>
    public event EventHandler<NotifyTransactionChangedEventArgs> TransactionChanged
    {
        add => Do(i => i.TransactionChanged += value);
        remove => Do(i => i.TransactionChanged -= value);
    }

    /// <inheritdoc/>
    public event EventHandler<NotifyStateManagerChangedEventArgs> StateManagerChanged
    {
        add => Do(i => i.StateManagerChanged += value);
        remove => Do(i => i.StateManagerChanged -= value);
    }

    /// <inheritdoc/>
    public Func<CancellationToken, Task<bool>> OnDataLossAsync
    {
        set => Do(i => i.OnDataLossAsync = value);
    }

    /// <inheritdoc/>
    public Func<CancellationToken, Task> OnRestoreCompletedAsync
    {
        set => Do(i => i.OnRestoreCompletedAsync = value);
    }

    private IReliableStateManagerReplica2 Inner => _inner ??= Make();

    /// <summary>
    /// Enumerates the collections that are there now, in the order of their creation and outside any transaction.
    /// </summary>
    /// <returns>An enumerator over a list that does not change any more.</returns>
    /// <exception cref="FabricNotReadableException">The replica may not be read now.</exception>
    /// <exception cref="FabricObjectClosedException">The replica is closed, or not open yet.</exception>
    /// <exception cref="InvalidOperationException">The process has no runtime.</exception>
    public IAsyncEnumerator<IReliableState> GetAsyncEnumerator() => Inner.GetAsyncEnumerator();

    /// <inheritdoc/>
    public Task BackupAsync(Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        Inner.BackupAsync(backupCallback);

    /// <inheritdoc/>
    public Task BackupAsync(
        BackupOption option,
        TimeSpan timeout,
        CancellationToken cancellationToken,
        Func<BackupInfo, CancellationToken, Task<bool>> backupCallback) =>
        Inner.BackupAsync(option, timeout, cancellationToken, backupCallback);

    /// <inheritdoc/>
    public Task RestoreAsync(string backupFolderPath) => Inner.RestoreAsync(backupFolderPath);

    /// <inheritdoc/>
    public Task RestoreAsync(
        string backupFolderPath, RestorePolicy restorePolicy, CancellationToken cancellationToken) =>
        Inner.RestoreAsync(backupFolderPath, restorePolicy, cancellationToken);

    private IReliableStateManagerReplica2 Make()
    {
        var made = RuntimeHost.Current.CreateStateManager(_context, _configuration);
        _early.ForEach(a => a(made));
        _early.Clear();
        return made;
    }

    // What can be asked for before there is a runtime.
    private void Do(Action<IReliableStateManagerReplica2> action)
    {
        if (_inner is null && RuntimeHost.Connected is null)
            _early.Add(action);
        else
            action(Inner);
    }
}
