using System;

namespace SfPerf.Scenarios.Ipc.Wire;

/// <summary>The content of the requests of one size, another in each call, and the reply that each must have.</summary>
internal sealed class Content
{
    private readonly Reply[] _expected = new Reply[byte.MaxValue + 1];
    private byte _call;

    /// <param name="size">Its bytes, 1 or more.</param>
    /// <param name="seed">What they are drawn from.</param>
    public Content(int size, int seed)
    {
        Bytes = new byte[size];
        new Random(seed).NextBytes(Bytes);
        for (var i = 0; i < _expected.Length; i++)
        {
            Bytes[0] = (byte)i;
            _expected[i] = Reply.To(Bytes);
        }
    }

    /// <summary>Gets the content of this call.</summary>
    public byte[] Bytes { get; }

    /// <summary>Gets the reply that says that all of it arrived.</summary>
    public Reply Expected => _expected[_call];

    /// <summary>Goes on to the next call, so that the reply to an earlier one is none to this.</summary>
    public void Next() => Bytes[0] = ++_call;
}
