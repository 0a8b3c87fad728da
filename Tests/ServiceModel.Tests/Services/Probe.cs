using System;
using System.Collections.Generic;
using System.ServiceModel.Channels;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A communication object that notes the order of its steps and its state on entering and leaving each.
/// </summary>
internal sealed class Probe : CommunicationObject
{
    internal Probe()
    {
        Opening += (_, _) => Events.Add(nameof(Opening));
        Opened += (_, _) => Events.Add(nameof(Opened));
        Closing += (_, _) => Events.Add(nameof(Closing));
        Closed += (_, _) => Events.Add(nameof(Closed));
        Faulted += (_, _) => Events.Add(nameof(Faulted));
    }

    internal List<string> Steps { get; } = [];

    internal List<string> Events { get; } = [];

    internal Func<Task> WhileOpening { get; set; } = () => Task.CompletedTask;

    internal Func<Task> WhileClosing { get; set; } = () => Task.CompletedTask;

    protected override TimeSpan DefaultCloseTimeout => TimeSpan.FromSeconds(30);

    protected override TimeSpan DefaultOpenTimeout => TimeSpan.FromSeconds(30);

    internal void Use() => ThrowIfNotOpened();

    internal void Fail() => Fault();

    protected override void OnOpening() => Step(nameof(OnOpening), base.OnOpening);

    protected override void OnOpened() => Step(nameof(OnOpened), base.OnOpened);

    protected override void OnClosing() => Step(nameof(OnClosing), base.OnClosing);

    protected override void OnClosed() => Step(nameof(OnClosed), base.OnClosed);

    protected override void OnAbort() => Step(nameof(OnAbort), () => { });

    private protected override Task OnOpenAsync(TimeSpan timeout)
    {
        Step("OnOpen", () => { });
        return WhileOpening();
    }

    private protected override Task OnCloseAsync(TimeSpan timeout)
    {
        Step("OnClose", () => { });
        return WhileClosing();
    }

    private void Step(string name, Action run)
    {
        var before = State;
        run();
        Steps.Add($"{name} {before}-{State}");
    }
}
