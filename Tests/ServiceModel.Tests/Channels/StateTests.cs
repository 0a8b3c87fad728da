using System;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Channels;

/// <summary>The steps, states and events every communication object goes through.</summary>
public sealed class StateTests : IDisposable
{
    private readonly Probe _probe = new();

    public void Dispose() => _probe.Abort();

    [Fact]
    public void Opened_and_closed_are_entered_by_their_own_steps()
    {
        _probe.Open();
        _probe.Close();
        Assert.Equal(
            [
                "OnOpening Opening-Opening", "OnOpen Opening-Opening", "OnOpened Opening-Opened",
                "OnClosing Closing-Closing", "OnClose Closing-Closing", "OnClosed Closing-Closed",
            ],
            _probe.Steps);
        Assert.Equal(["Opening", "Opened", "Closing", "Closed"], _probe.Events);
    }

    [Fact]
    public void Abort_closes_without_the_closing_step()
    {
        _probe.Open();
        _probe.Steps.Clear();
        _probe.Abort();
        _probe.Abort();
        Assert.Equal(["OnClosing Closing-Closing", "OnAbort Closing-Closing", "OnClosed Closing-Closed"], _probe.Steps);
        Assert.Throws<CommunicationObjectAbortedException>(_probe.Use);
    }

    [Fact]
    public void A_failed_close_aborts_and_tells_of_each_event_once()
    {
        _probe.WhileClosing = () => throw new TimeoutException();
        _probe.Open();
        Assert.Throws<TimeoutException>(_probe.Close);
        Assert.Equal(["Opening", "Opened", "Closing", "Closed"], _probe.Events);
        Assert.Equal(CommunicationState.Closed, _probe.State);
    }

    [Fact]
    public void A_failed_open_faults_and_close_says_so()
    {
        _probe.WhileOpening = () => throw new TimeoutException();
        Assert.Throws<TimeoutException>(_probe.Open);
        Assert.Equal(CommunicationState.Faulted, _probe.State);
        Assert.Throws<CommunicationObjectFaultedException>(_probe.Open);
        Assert.Throws<CommunicationObjectFaultedException>(_probe.Close);
        Assert.Equal(CommunicationState.Closed, _probe.State);
        Assert.Equal(["Opening", "Faulted", "Closing", "Closed"], _probe.Events);
        _probe.Close();
    }

    [Fact]
    public void What_was_closed_is_disposed_and_not_aborted_even_if_it_was_never_open()
    {
        _probe.Close();
        Assert.Throws<ObjectDisposedException>(_probe.Use);
        Assert.Throws<ObjectDisposedException>(_probe.Open);
    }

    [Fact]
    public async Task Who_opens_learns_that_it_was_aborted_meanwhile()
    {
        var opening = new TaskCompletionSource();
        _probe.WhileOpening = () => opening.Task;
        var open = _probe.OpenAsync(TimeSpan.MaxValue);
        _probe.Abort();
        opening.SetResult();
        await Assert.ThrowsAsync<CommunicationObjectAbortedException>(() => open);
        Assert.Equal(CommunicationState.Closed, _probe.State);
        Assert.DoesNotContain("Opened", _probe.Events);
    }

    [Fact]
    public void A_fault_after_the_end_changes_nothing()
    {
        _probe.Open();
        _probe.Close();
        _probe.Fail();
        Assert.Equal(CommunicationState.Closed, _probe.State);
        Assert.DoesNotContain("Faulted", _probe.Events);
    }
}
