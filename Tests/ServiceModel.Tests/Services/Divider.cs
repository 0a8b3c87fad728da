using System;
using System.ServiceModel;
using System.Threading.Tasks;
using SfPerf.Platform;

namespace SfPerf.ServiceModel.Tests.Services;

public sealed class Divider : IDivider
{
    internal static TaskCompletionSource<int> Told { get; set; } = new();

    public IAsyncResult BeginDivide(int value, ref int by, AsyncCallback? callback, object? state) =>
        Begin(DivideAsync(value, by), callback);

    public int EndDivide(ref int by, out int remainder, IAsyncResult result)
    {
        var (quotient, rest) = Blocking.End((Task<(int Quotient, int Remainder)>)result);
        (by, remainder) = (-by, rest);
        return quotient;
    }

    public IAsyncResult BeginTell(int value, AsyncCallback? callback, object? state)
    {
        Told.TrySetResult(value);
        return Begin(Task.CompletedTask, callback);
    }

    public void EndTell(IAsyncResult result) => Blocking.End((Task)result);

    private static Task Begin(Task task, AsyncCallback? callback)
    {
        task.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => callback?.Invoke(task));
        return task;
    }

    private static async Task<(int Quotient, int Remainder)> DivideAsync(int value, int by)
    {
        await Task.Yield();
        return by != 0 ? Math.DivRem(value, by) : throw new FaultException("by zero");
    }
}
