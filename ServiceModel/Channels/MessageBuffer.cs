using System.Collections.Generic;
using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel.Channels;

/// <summary>A message in memory, of which any number of equal ones can be made.</summary>
/// <remarks>The messages share the bytes of the body, which do not change, and the values of the properties; each has
/// headers of its own.</remarks>
public sealed class MessageBuffer : IDisposable
{
    private readonly MessageHeaders _headers;
    private readonly Dictionary<string, object> _properties;
    private readonly BufferedBody _body;
    private readonly bool _isFault;
    private bool _isClosed;

    internal MessageBuffer(
        MessageHeaders headers, Dictionary<string, object> properties, BufferedBody body, bool isFault)
    {
        _headers = new(headers);
        _properties = properties;
        _body = body;
        _isFault = isFault;
    }

    /// <summary>Gets the bytes that the envelope takes in memory, in binary XML.</summary>
    public int BufferSize => _body.Length;

    /// <summary>Ends the use of the buffer. Messages made of it stay usable.</summary>
    public void Close() => _isClosed = true;

    /// <summary>Makes a message equal to the one that was copied. Its body has not been used.</summary>
    /// <returns>A message that the caller owns.</returns>
    /// <exception cref="ObjectDisposedException">The buffer was closed.</exception>
    public Message CreateMessage()
    {
        ObjectDisposedException.ThrowIf(_isClosed, this);
        var message = new Message(new(_headers), _body, _isFault);
        foreach (var (name, value) in _properties)
            message.Properties[name] = value;
        return message;
    }

    /// <summary>Closes the buffer.</summary>
    public void Dispose() => Close();
}
