using System;
using System.Collections.Generic;

namespace SfPerf.Fabric.Actors.State;

/// <summary>An actor's states in memory by their names: an array while they are few. Not safe for threads.</summary>
internal sealed class StateTable
{
    private const int ScanMax = 8;

    private readonly List<TrackedState> _all = [];
    private Dictionary<string, int>? _places; // of more than ScanMax states

    internal int Count => _all.Count;

    internal TrackedState this[int place] => _all[place];

    internal TrackedState? Find(string name)
    {
        var place = PlaceOf(name);
        return place < 0 ? null : _all[place];
    }

    /// <summary>Adds a state, in the place of one of the same name if there is one.</summary>
    internal void Set(TrackedState state)
    {
        var place = PlaceOf(state.Name);
        if (place >= 0)
        {
            _all[place] = state;
            return;
        }

        _all.Add(state);
        if (_all.Count > ScanMax)
            IndexFrom(_all.Count - 1);
    }

    internal void Remove(string name)
    {
        var place = PlaceOf(name);
        if (place < 0)
            return;
        var last = _all.Count - 1;
        _all[place] = _all[last];
        _all.RemoveAt(last);
        if (_places is null)
            return;
        _places.Remove(name);
        if (place < last)
            _places[_all[place].Name] = place;
    }

    internal void Clear()
    {
        _all.Clear();
        _places = null;
    }

    private int PlaceOf(string name)
    {
        if (_places is not null)
            return _places.GetValueOrDefault(name, -1);
        for (var i = 0; i < _all.Count; i++)
        {
            if (string.Equals(_all[i].Name, name, StringComparison.Ordinal))
                return i;
        }

        return -1;
    }

    private void IndexFrom(int place)
    {
        if (_places is null)
        {
            _places = new(StringComparer.Ordinal);
            place = 0;
        }

        for (; place < _all.Count; place++)
            _places[_all[place].Name] = place;
    }
}
